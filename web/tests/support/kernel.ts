// The kernel of the page, for tests that ask it.
import { existsSync } from 'node:fs'
import { test } from 'vitest'
import { searches } from '../../src/offline/offered'

/** The file, as `make setup` builds it. */
export const KERNEL_FILE = '../kernel/target/wasm32-unknown-unknown/release/_kernel.wasm'

/** A test that is left out where Rust cannot compile for the page. */
export const withKernel = test.skipIf(!existsSync(KERNEL_FILE))

/** A test that is left out where the client was built without the kernel. */
export const inClientWithKernel = test.skipIf(!searches)
