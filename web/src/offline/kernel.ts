// The kernel as Python asks it: bytes in and bytes out (`src/rebelote/offline/wasm_kernel.py`).

import type { Ask } from '../../packages/kernel/kernel'

/** Bytes of Python, seen from here. */
interface PythonBytes {
  getBuffer(type: 'u8'): { data: Uint8Array; release(): void }
}

/** The same question, asked by Python: its bytes are no array here. */
export function forPython(ask: Ask): (question: number, request: PythonBytes) => Uint8Array {
  return (question, request) => {
    const buffer = request.getBuffer('u8')
    try {
      return ask(question, buffer.data)
    } finally {
      buffer.release()
    }
  }
}
