// How is the client built? Into the server's static folder; `--mode test` bundles tests/ for Node's test runner.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type UserConfig } from 'vite'
import { compress } from './compress'
import { groups, preload } from './chunks'
import { serviceWorker } from './serviceWorker'

const tests: UserConfig = {
  build: {
    ssr: true,
    outDir: '.test',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { input: readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts')).map((name) => `tests/${name}`) },
  },
}

const client: UserConfig = {
  plugins: [svelte(), preload(), serviceWorker(), compress()],
  build: {
    outDir: '../src/rebelote/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups: groups(fileURLToPath(new URL('src', import.meta.url))) } } },
  },
  server: {
    fs: { allow: ['.', '../src/rebelote/i18n'] },
    proxy: { '/api': 'http://localhost:8000', '/ws': { target: 'ws://localhost:8000', ws: true } },
  },
}

export default defineConfig(({ mode }) => (mode === 'test' ? tests : client))
