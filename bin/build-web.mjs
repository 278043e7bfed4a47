// Builds the console (web/dist) while the packages are installed. Without its builder, as after `npm ci --omit=dev`,
// nothing is built and what is there stays; a release carries web/dist.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
  console.log(`The console is built (${((performance.now() - begun) / 1000).toFixed(1)} s).`)
} else if (!existsSync(`${root}dist/index.html`))
  console.warn('The console is not built: its builder is not installed.')

/** Here and once, so that no process has to do it at its start. */
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
