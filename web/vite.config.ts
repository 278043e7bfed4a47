import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env.API ?? 'http://127.0.0.1:3000'

// What every page or most sheets need is one file: apart, each of its parts would be named in the table of every page.
const isBase =
  /node_modules\/(react|react-dom|scheduler|@tanstack)\/(?!.*[mM]utation)|sdk\/src\/(?!generated\/(plain|words)|stream)|src\/kit\/(api|words|store|house|me|roles|drafts|connection|keys|toasts|modal|lazy)\.ts|src\/parts\/(icons|option|not-found)\.tsx|preload-helper/

// What these pages share with their tabs and sheets: within the page, each of them would be loaded with it.
const ofPages = ['leader', 'traveler', 'trip']
const groupOf = (page: string) => ({ name: page, test: new RegExp(`src/pages/${page}/(access|queries|words)\\.ts`) })

// Small parts that are mostly needed together: each file of its own is a request that costs more than its bytes.
const ofParts = [
  { name: 'trip-status', test: /words\/(trip-status|deadline-owner)\.ts|src\/parts\/trip-(badge|words)\./ },
  { name: 'booking-status', test: /words\/booking-status\.ts|src\/parts\/booking-(badge|words)\./ },
  { name: 'act', test: /src\/kit\/(once|write)\.|src\/parts\/(act|confirm)-button\./ },
  { name: 'page', test: /src\/parts\/(empty|(common|page)-icons|back-link|card|facts)\.|src\/kit\/(days|money)\./ },
  {
    name: 'list',
    test: /src\/parts\/(list-page|list-card|list-table|pages|filter-parts|days-filter|delayed-search)\.|src\/kit\/page-size\./,
  },
  { name: 'form', test: /src\/parts\/(form|form-groups|sheet|kept-value)\.|src\/kit\/form-drafts\./ },
]

export default defineConfig({
  base: '/desk/',
  plugins: [react()],
  resolve: {
    conditions: ['guidon-source', 'module', 'browser', 'development|production'],
    // The hook itself is part of React; its stand-in for older ones is left out.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    target: 'es2023',
    // An inlined file would need `data:` in the policy of the pages.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'base', test: isBase }, ...ofPages.map(groupOf), ...ofParts] } },
    },
  },
  // The service has to see its own pages ask, or the cookie does not count.
  server: { proxy: { '/api': { target: api } } },
})
