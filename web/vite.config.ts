// The client is built into the server's static folder, from which the server and the wheel take it.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { catalogueParts } from './catalogueParts.ts'
import { groups, preload } from './chunks.ts'
import { compress } from './compress.ts'
import { embed } from './embed.ts'
import { OFFLINE_FOLDER, OFFLINE_SET, offline } from './offline.ts'
import { serviceWorker } from './serviceWorker.ts'

/** Shared with the pages of the server; `#/design` reads its text. */
const COLOURS = '../src/rebelote/server/web/colours.css'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  plugins: [svelte(), catalogueParts(), preload(), offline(), embed(), serviceWorker(), compress()],
  define: {
    __OFFLINE_SET__: JSON.stringify(OFFLINE_SET),
    // On its own: the start page needs no more of it, and the names of the files are long.
    __OFFLINE_KERNEL__: JSON.stringify(Boolean(OFFLINE_SET?.kernel)),
  },
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: `${OFFLINE_FOLDER}[name]-[hash].js` } },
  },
  resolve: {
    alias: { '@formatjs/icu-skeleton-parser': here('src/i18n/skeletons.ts') },
    // Tests run what the browser runs, not what would be drawn on a server.
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  build: {
    outDir: '../src/rebelote/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: { codeSplitting: { groups: groups(here('src')) } },
    },
  },
  server: {
    fs: { allow: ['.', '../src/rebelote/i18n', COLOURS, `${COLOURS}?raw`] },
    proxy: { '/api': 'http://localhost:8000', '/ws': { target: 'ws://localhost:8000', ws: true } },
  },
  test: {
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 30_000,
    // Forms change the settings that they are given: so it is meant.
    onConsoleLog: (log) => !log.includes('ownership_invalid_mutation'),
    projects: [
      {
        extends: true,
        test: {
          name: 'functions',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/**/*.svelte.test.ts'],
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        // The one for Node: tests open sockets.
        resolve: { alias: { ws: fileURLToPath(import.meta.resolve('ws')) } },
        test: {
          name: 'components',
          include: ['tests/**/*.svelte.test.ts'],
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['tests/support/browser.ts'],
          // With the same Svelte as the components, not the one for Node.
          server: { deps: { inline: [/@testing-library\/svelte/] } },
        },
      },
    ],
  },
})
