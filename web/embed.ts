// The page that other sites embed, built apart: it shares no script with the client, so that a reader
// fetches what a replay needs and nothing else.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { catalogueParts } from './catalogueParts.ts'

/** The folder of the embedded page's files; the service worker leaves them out. */
export const EMBED_FOLDER = 'assets/embed/'
export const EMBED_PAGE = 'embed.html'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
/** Pictures and faces are named as the client names them: the same files. */
const named = ({ names }: { names: readonly string[] }): string =>
  `${names.some((name) => /\.(svg|woff2)$/.test(name)) ? 'assets/' : EMBED_FOLDER}[name]-[hash][extname]`

/** Build a Vite plugin that builds the page, and adds its files to those of the client. */
export function embed(): Plugin {
  return {
    name: 'embed',
    apply: 'build',
    async generateBundle(_, bundle) {
      const found = await build({
        root: here('.'),
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: [svelte(), catalogueParts(['src/embed/main.ts'], false, true)],
        define: { __OFFLINE_SET__: 'null', __OFFLINE_KERNEL__: 'false' },
        build: {
          write: false,
          target: 'es2022',
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: {
            input: here(EMBED_PAGE),
            output: {
              entryFileNames: `${EMBED_FOLDER}[name]-[hash].js`,
              chunkFileNames: `${EMBED_FOLDER}[name]-[hash].js`,
              assetFileNames: named,
            },
          },
        },
      })
      const [made] = [found].flat()
      if (!made || !('output' in made)) throw new Error('the embedded page was not built')
      for (const file of made.output) {
        const source = file.type === 'chunk' ? file.code : file.source
        if (!(file.fileName in bundle))
          this.emitFile({ type: 'asset', fileName: file.fileName, source })
      }
    },
  }
}
