// The build of `<rebelote-replay>`: one module for any page, with a file of words for each language
// and the pictures of the court cards beside it. `npm run build:element` writes `web/dist-replay`.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { catalogueParts } from './catalogueParts.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const ENTRY = 'src/element/index.ts'
const PLACE = /(["'`])@rebelote-replay-styles@\1/
const project = readFileSync(here('../pyproject.toml'), 'utf8')

/** The other files of the package. */
const OTHERS = [
  'src/element/README.md',
  'src/element/rebelote-replay.d.ts',
  '../LICENSE',
  '../THIRD-PARTY.txt',
]

/** Styles of a page as those of an element in one: measures and queries are of the element, and what
 * is said of the root is said of its host. */
export function within(css: string): string {
  return css
    .replaceAll(/:root((?:\[[^\]]+\])?)/g, (_, more: string) => (more ? `:host(${more})` : ':host'))
    .replaceAll(/(^|[{},\n])(?:html|body)(?=\s*[{,])/g, '$1.body')
    .replaceAll(/(?<=[\d.])[sdl]?v([wh])\b/g, 'cq$1')
    .replaceAll(/@media(?=[^{]*(?:width|height|orientation))/g, '@container')
}

/** Build a Vite plugin that puts the styles into the module, and the version into its package. */
function packed(): Plugin {
  return {
    name: 'packed',
    enforce: 'post',
    // After the styles have been gathered.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const styles = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'))
        const css = styles.map((one) => ('source' in one ? String(one.source) : '')).join('')
        for (const { fileName } of styles) delete bundle[fileName]
        const places = Object.values(bundle).filter(
          (one) => one.type === 'chunk' && PLACE.test(one.code),
        )
        if (!css || places.length !== 1) throw new Error('the styles have no place in the module')
        for (const one of places)
          if (one.type === 'chunk')
            one.code = one.code.replace(PLACE, () => JSON.stringify(within(css)))
        const version = /^version = "(.+)"$/m.exec(project)?.[1]
        const emit = (path: string, changed = (text: string) => text) =>
          this.emitFile({
            type: 'asset',
            fileName: basename(path),
            source: changed(readFileSync(here(path), 'utf8')),
          })
        emit('src/element/package.json', (text) => text.replace('"0.0.0"', JSON.stringify(version)))
        for (const path of OTHERS) emit(path)
      },
    },
  }
}

export default defineConfig({
  root: here('.'),
  base: './',
  publicDir: false,
  plugins: [svelte(), catalogueParts([ENTRY], false), packed()],
  define: { __OFFLINE_SET__: 'null', __OFFLINE_KERNEL__: 'false' },
  build: {
    outDir: 'dist-replay',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: { 'rebelote-replay': here(ENTRY) },
      preserveEntrySignatures: 'exports-only',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name]-[hash].js',
        assetFileNames: 'parts/[name]-[hash][extname]',
      },
    },
  },
})
