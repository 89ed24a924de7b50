// Only what types and formatting do not hold already: `svelte-check` and prettier run beside it.
import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig, globalIgnores } from 'eslint/config'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default defineConfig(
  globalIgnores([
    '.courts',
    '.svelte-check',
    'src/net/messages.ts',
    'src/net/constants.ts',
    'src/net/tableWords.ts',
    'src/i18n/sentences.ts',
  ]),
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] } },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // Other components are `any` to it; svelte-check knows their types.
    files: ['**/*.svelte', '**/*.svelte.test.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['**/*.js', '**/*.mjs'], extends: [ts.configs.disableTypeChecked] },
  {
    rules: {
      'no-undef': 'off', // TypeScript knows what is defined
      eqeqeq: 'error',
      'no-console': 'error',
      // No stores; to look for where one is read without `$` would ask for the type of each value.
      'no-restricted-imports': ['error', 'svelte/store'],
      'svelte/require-store-reactive-access': 'off',
    },
  },
)
