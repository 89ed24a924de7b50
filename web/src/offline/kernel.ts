// The kernel as WebAssembly: one question at a time, bytes in and bytes out (`kernel/src/wasm.rs`).

interface Exports {
  memory: WebAssembly.Memory
  request(length: number): number
  answer(question: number): number
  response(): number
}

/** Ask question number so-and-so with these arguments. */
export type Ask = (question: number, request: Uint8Array) => Uint8Array

export async function startKernel(code: BufferSource): Promise<Ask> {
  const { instance } = await WebAssembly.instantiate(code)
  const kernel = instance.exports as unknown as Exports
  return (question, request) => {
    const place = kernel.request(request.length) // may move the memory
    new Uint8Array(kernel.memory.buffer, place).set(request)
    const length = kernel.answer(question)
    return new Uint8Array(kernel.memory.buffer, kernel.response(), length).slice()
  }
}

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
