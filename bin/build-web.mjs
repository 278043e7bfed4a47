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
  await buildPocket()
  await compress(`${root}dist`)
  await writeReference(`${root}dist/docs`)
  console.log(`The console is built (${((performance.now() - begun) / 1000).toFixed(1)} s).`)
} else if (!existsSync(`${root}dist/index.html`))
  console.warn('The console is not built: its builder is not installed.')

/** The scripts of the leader's pocket. The page has one for each language, because a phone on a bad line loads only its own. */
async function buildPocket() {
  await buildPocketScript('worker', 'worker', [])
  await buildPocketScript('page', 'page.zh-TW', [oneLanguage(0)])
  await buildPocketScript('page', 'page.en', [oneLanguage(1)])
}

function buildPocketScript(source, name, plugins) {
  return builder.build({
    configFile: false,
    root: fileURLToPath(new URL('../src/modules/pocket/browser/', import.meta.url)),
    logLevel: 'error',
    plugins,
    build: {
      outDir: `${root}dist/pocket`,
      emptyOutDir: false,
      target: 'es2023',
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: { input: `${source}.ts`, output: { entryFileNames: `${name}.js` } },
    },
  })
}

/** Replaces each `t('中文', 'English')` in the files of the pocket by one of its two texts. */
function oneLanguage(nth) {
  return {
    name: 'one-language',
    transform(code, id) {
      if (!id.includes('/modules/pocket/')) return
      return { code: withOneText(code, this.parse(code), nth), map: null }
    },
  }
}

function withOneText(code, tree, nth) {
  const cuts = cutsIn(tree, nth)
  let [kept, at] = ['', 0]
  for (const { from, to, by } of cuts.sort((one, other) => one.from - other.from)) {
    // What is cut already contains further calls.
    if (from < at) continue
    kept += code.slice(at, from) + by
    at = to
  }
  return kept + code.slice(at)
}

function cutsIn(node, nth) {
  if (node === null || typeof node !== 'object') return []
  const inner = Object.values(node).flatMap((child) => cutsIn(child, nth))
  if (node.type !== 'CallExpression' || node.callee.name !== 't' || node.arguments.length !== 2) return inner
  const text = node.arguments[nth]
  return [{ from: node.start, to: text.start, by: '(' }, { from: text.end, to: node.end, by: ')' }, ...inner]
}

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
