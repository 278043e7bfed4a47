// Builds the console (web/dist) while the packages are installed, and copies the script of the API reference beside it. If the
// build tools are not installed, as after `npm ci --omit=dev`, nothing is built and existing files stay; a release contains
// web/dist.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('../web/', import.meta.url))
const begun = performance.now()

const builder = await import('vite').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
})
if (builder && existsSync(`${root}index.html`)) {
  await builder.build({ root, logLevel: 'error' })
  await compress(`${root}dist`)
  await writeReference(`${root}dist/docs`)
  console.log(`The console is built (${((performance.now() - begun) / 1000).toFixed(1)} s).`)
} else if (!existsSync(`${root}dist/index.html`))
  console.warn('The console is not built: its builder is not installed.')

/** Compressed once at build time, so that no process has to do it at its start. */
async function compress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.(html|js|css|svg|webmanifest)$/.test(name))
    .map(({ name, parentPath }) => `${parentPath}/${name}`)
  const written = files.map(async (file) => {
    const bytes = readFileSync(file)
    const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes), promisify(gzip)(bytes, { level: 9 })])
    writeFileSync(`${file}.br`, br)
    writeFileSync(`${file}.gz`, gz)
  })
  await Promise.all(written)
}

/** Brotli would take a minute for its 4 MB. */
async function writeReference(folder) {
  const script = readFileSync(`${root}api-reference/scalar.js`)
  mkdirSync(folder)
  writeFileSync(`${folder}/program.js`, script)
  writeFileSync(`${folder}/program.js.gz`, await promisify(gzip)(script))
}
