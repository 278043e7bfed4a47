import react from '@vitejs/plugin-react'
import icons from 'unplugin-icons/vite'
import { defineConfig, type Rolldown } from 'vite'

const api = process.env.API ?? 'http://127.0.0.1:3000'

// What the first page needs is one file, and so is each of these groups: a request costs more than the bytes of some parts that a page
// does not need.
const folder = (name: string, path: string) => ({ name, test: new RegExp(`/${path}/[^/]+$`) })
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'base', tags: ['$initial'] },
  folder('forms', 'web/src/ui/forms'),
  folder('days', 'web/src/ui/days'),
  folder('lists', 'web/src/ui/lists'),
  // The icons that the first page does not show.
  { name: 'icons', test: /~icons\/lucide\// },
  { name: 'words', test: /sdk\/src\/generated\/(labels|words)\.ts$/ },
  // The operations of nouns with few of them. Those of trips, bookings and add-ons are loaded by the pages that need them.
  { name: 'operations', test: /sdk\/src\/generated\/operations\//, minShareCount: 2, maxModuleSize: 8_000 },
]

/** The module of an icon. Only the attributes of an SVG file differ from JSX. */
const componentOf = (svg: string) =>
  `export default (props) => ${svg
    .replace(/ (stroke|fill|clip)-([a-z])/g, (_, first, letter) => ` ${first}${letter.toUpperCase()}`)
    .replace(' class=', ' className=')
    .replace('>', ' {...props}>')}`

export default defineConfig({
  base: '/desk/',
  plugins: [
    react(),
    icons({
      compiler: { compiler: componentOf, extension: 'jsx' },
      // design/base.css sets the width of its lines: the shapes of Lucide have their own.
      defaultClass: 'icon',
      iconCustomizer: (_collection, _icon, props) => {
        props.width = '16'
        props.height = '16'
        // An icon stands beside words or in a button with a name; it says nothing itself.
        props['aria-hidden'] = 'true'
      },
    }),
  ],
  // `.row-link` of a module is `css.rowLink`.
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  resolve: {
    conditions: ['guidon-source', 'module', 'browser', 'development|production'],
    // The hook itself is part of React; its stand-in for older ones is left out.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    target: 'es2023',
    // The first that know `light-dark()`. For older ones the build would turn it into a media query, which follows the system and not
    // the light that a reader chose.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // An inlined file would need `data:` in the policy of the pages.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      // `every-page.ts` imports modules for what they hold. Without this those without a style sheet would be left out of the first file.
      treeshake: { moduleSideEffects: [{ test: /web\/src\/(kit|ui|features\/[a-z]+\/shared)\//, sideEffects: true }] },
      output: { codeSplitting: { groups, includeDependenciesRecursively: false } },
    },
  },
  // The service has to see its own pages ask, or the cookie does not count.
  server: { proxy: { '/api': { target: api } } },
})
