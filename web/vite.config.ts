/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { parse } from 'smol-toml'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The games' data files are TOML: import them as plain objects. */
function toml(): Plugin {
  return {
    name: 'toml',
    transform(source, id) {
      if (!id.endsWith('.toml')) return null
      return { code: `export default ${JSON.stringify(parse(source))}`, map: null }
    },
  }
}

/** Writes the list of built files into the service worker, so that the shell opens without a network. */
function precache(): Plugin {
  return {
    name: 'precache',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((f) => f !== 'sw.js' && !f.endsWith('.map') && !f.includes('latin-ext'))
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.fileName === 'sw.js')
          chunk.code = chunk.code.replace('__FILES__', JSON.stringify(files.map((f) => '/' + f)))
    },
  }
}

export default defineConfig({
  plugins: [svelte(), toml(), precache()],
  resolve: {
    alias: { $games: here('../src/tafelrunde/games'), $drawing: here('../src/tafelrunde/drawing') },
    ...(process.env['VITEST'] ? { conditions: ['browser'] } : {}),
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://localhost:8111', ws: true } },
  },
  build: {
    outDir: here('../src/tafelrunde/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: {
      input: { main: here('./index.html'), sw: here('./worker/sw.ts') },
      output: { entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  test: { testTimeout: 120_000, include: ['tests/**/*.test.ts'], environment: 'node' },
})
