import { readdirSync, readFileSync } from 'node:fs'
import { coverageOf, printable } from './fonts.ts'
import type { Answer, Page, Shop, Work } from './work.ts'

// The program of the press. It has no environment, may read its engine, fonts and templates, and may write nothing.

type Compiler = {
  add_source: (path: string, text: string) => boolean
  map_shadow: (path: string, bytes: Uint8Array) => boolean
  compile: (path: string, inputs: undefined, format: 'pdf', diagnostics: number) => Compiled
}
type Compiled = { result?: Uint8Array; diagnostics?: string[] }

const nextMessage = <T>() => new Promise<T>((done) => process.once('message', (message) => done(message as T)))

/** Opens the engine with fonts and templates. */
const openEngine = async ({ engine, fonts, templates }: Shop) => {
  const { initSync, TypstCompilerBuilder } = await import(`${engine}/typst_ts_web_compiler.mjs`)
  const { memory } = initSync({ module: readFileSync(`${engine}/typst_ts_web_compiler_bg.wasm`) })
  const builder = new TypstCompilerBuilder()
  // Without an access model and a registry, a template reads nothing but what is mapped here.
  builder.set_dummy_access_model()
  const bytes = [...fonts, ...templates.flatMap(fontsIn)].map((path) => readFileSync(path))
  for (const font of bytes) await builder.add_raw_font(font)
  const compiler: Compiler = await builder.build()
  for (const folder of templates) addFolder(compiler, folder)
  return { compiler, covers: coverageOf(bytes), memory: memory as { buffer: ArrayBuffer } }
}

const isFont = (name: string) => /\.(ttf|otf)$/i.test(name)
const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const fontsIn = (folder: string) =>
  filesIn(folder)
    .filter(isFont)
    .map((name) => `${folder}/${name}`)

// A later folder replaces files of the same name in an earlier one.
const addFolder = (compiler: Compiler, folder: string) => {
  for (const name of filesIn(folder).filter((name) => !isFont(name))) {
    const bytes = readFileSync(`${folder}/${name}`)
    if (name.endsWith('.typ')) compiler.add_source(`/${name}`, bytes.toString())
    else compiler.map_shadow(`/${name}`, bytes)
  }
}

const shop = await nextMessage<Shop>()
let engine: ReturnType<typeof openEngine> | undefined

const print = async ({ template, facts, pictures }: Page): Promise<Answer> => {
  engine ??= openEngine(shop)
  const { compiler, covers, memory } = await engine
  const { printed, missing } = printable(facts, covers)
  for (const [name, bytes] of Object.entries(pictures)) compiler.map_shadow(`/${name}`, bytes)
  compiler.map_shadow('/paper.json', Buffer.from(printed))
  compiler.map_shadow('/missing.json', Buffer.from(JSON.stringify(missing)))
  const { result, diagnostics = [] } = compiler.compile(`/${template}.typ`, undefined, 'pdf', 2)
  return { ...(result && { bytes: result }), faults: diagnostics, missing, memory: memory.buffer.byteLength }
}

const write = async ({ sheets }: Exclude<Work, Page>): Promise<Answer> => {
  const { workbook } = await import('./workbook.ts')
  return { bytes: await workbook(sheets), faults: [], missing: [], memory: 0 }
}

process.send?.({ faults: [], missing: [], memory: 0 } satisfies Answer)
while (true) {
  const work = await nextMessage<Work>()
  process.send?.(await ('template' in work ? print(work) : write(work)))
}
