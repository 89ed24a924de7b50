// Brotli and gzip versions of the built files, written beside those that get smaller by it.
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin, ResolvedConfig } from 'vite'

/** The part of a file that has to be saved, or it is sent as it is. */
const WORTH = 0.05

/** Files of more bytes are compressed by gzip alone, once: brotli would take half a minute for a few percent. */
const LARGE = 1_000_000

/** With less memory gzip begins a new table of codes sooner, which suits some files better. */
const ENCODERS = {
  '.br': (bytes: Buffer) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  '.gz': (bytes: Buffer) =>
    (bytes.length > LARGE ? [8] : [5, 6, 7, 8])
      .map((memLevel) => gzipSync(bytes, { level: 9, memLevel }))
      .reduce((best, other) => (other.length < best.length ? other : best)),
}

/** Build a Vite plugin that writes `NAME.br` and `NAME.gz`, which the server sends to browsers that
 * accept them. */
export function compress(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'compress',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    closeBundle() {
      const out = join(config.root, config.build.outDir)
      if (existsSync(out))
        for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' }))
          written(join(out, name))
    },
  }
}

function written(file: string): void {
  if (!statSync(file).isFile() || /\.(br|gz)$/.test(file)) return
  const bytes = readFileSync(file)
  for (const [end, encode] of Object.entries(ENCODERS)) {
    if (end === '.br' && bytes.length > LARGE) continue
    const encoded = encode(bytes)
    if (encoded.length < bytes.length * (1 - WORTH)) writeFileSync(file + end, encoded)
  }
}
