/// <reference types="vitest/config" />
import { readdirSync } from 'node:fs'
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

/** Drawings lose their comments and indentation, because they are sent as text. */
function drawings(): Plugin {
  return {
    name: 'drawings',
    enforce: 'pre',
    transform(source, id) {
      if (!id.endsWith('.svg?raw')) return null
      return { code: source.replace(/<!--[\s\S]*?-->/g, '').replace(/>(?:\\n|\s)+</g, '><'), map: null }
    },
  }
}

/** Writes the list of built files into the service worker, so that the shell opens without a network. */
function precache(): Plugin {
  return {
    name: 'precache',
    generateBundle(_, bundle) {
      // Modules come with the offline part; browsers of this target read fonts as WOFF2.
      const files = [...Object.keys(bundle), ...readdirSync(here('./public'))].filter((f) => f !== 'sw.js' && f !== 'chunks.json' && !/\.(wasm|map|woff)$/.test(f))
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.fileName === 'sw.js')
          chunk.code = chunk.code.replace('__FILES__', JSON.stringify(files))
    },
  }
}

/** Classes of a component end in a short mark, because every tag of the client contains them. */
const short = svelte({ compilerOptions: { cssHash: ({ hash, css }) => `s${hash(css).slice(0, 4)}` } })

export default defineConfig({
  plugins: [short, toml(), drawings(), precache()],
  resolve: {
    alias: { $games: here('../src/tafelrunde/games'), $drawing: here('../src/tafelrunde/drawing') },
    ...(process.env['VITEST'] ? { conditions: ['browser'] } : {}),
  },
  worker: { format: 'es' },
  // A server gives its page out at every address, so the page names files from the root. Everything else names them from where it lies itself.
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }) },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://localhost:8111', ws: true } },
  },
  build: {
    outDir: here('../src/tafelrunde/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false }, // every browser of this target supports it
    manifest: 'chunks.json', // which file needs which: the weight of a page is computed from it
    rollupOptions: {
      input: { main: here('./index.html'), sw: here('./worker/sw.ts') },
      output: {
        entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // What several pages share is in two files, not in thirty: each file is compressed separately, and small ones compress worse.
        codeSplitting: {
          groups: [
            { name: 'house', test: /node_modules|src\/(ui|net|art|table\/(focus|time)|fair\/keeping|i18n\/[a-z.]+\.ts|[a-z.]+\.ts$)/, minShareCount: 2, priority: 2 },
            { name: 'boards', test: /src\/(table\/(?!focus|time)|moments\/|games\/[a-zA-Z.]+$)/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  test: { testTimeout: 120_000, include: ['tests/**/*.test.ts'], environment: 'node' },
})
