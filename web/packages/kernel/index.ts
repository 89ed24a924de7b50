// `@rebelote/kernel`: the kernel and where its file is.

import { Kernel, startKernel } from './kernel.js'

export {
  Kernel,
  KernelError,
  Law,
  type Aim,
  type Card,
  type CardSet,
  type HiddenHands,
  type LawTables,
  type Position,
  type Solution,
  type Whole,
  type Worlds,
} from './kernel.js'

/** Start the kernel from its file in this package, from another address, or from its bytes. */
export async function loadKernel(
  file: string | URL | BufferSource = new URL('./kernel.wasm', import.meta.url),
): Promise<Kernel> {
  const code = typeof file === 'string' || file instanceof URL ? await read(file) : file
  return new Kernel(await startKernel(code))
}

async function read(address: string | URL): Promise<BufferSource> {
  // Node fetches no files, and bundlers for browsers know no `node:fs`.
  const files = globalThis.process?.getBuiltinModule?.('node:fs/promises')
  if (files && String(address).startsWith('file:')) return files.readFile(new URL(address))
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} cannot be read (status ${response.status})`)
  return response.arrayBuffer()
}
