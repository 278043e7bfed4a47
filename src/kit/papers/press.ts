import { readFileSync } from 'node:fs'
import { coverageOf, printable } from './fonts.ts'
import { changesIn, fontsIn } from './templates.ts'
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
  const bytes = [...fonts, ...fontsIn(templates)].map((path) => readFileSync(path))
  for (const font of bytes) await builder.add_raw_font(font)
  const compiler: Compiler = await builder.build()
  const changes = changesIn(templates)
  const load = () => changes((file) => addFile(compiler, file))
  return { compiler, load, covers: coverageOf(bytes), memory: memory as { buffer: ArrayBuffer } }
}

const addFile = (compiler: Compiler, { name, path }: { name: string; path: string }) => {
  const bytes = readFileSync(path)
  if (name.endsWith('.typ')) compiler.add_source(`/${name}`, bytes.toString())
  else compiler.map_shadow(`/${name}`, bytes)
}

const shop = await nextMessage<Shop>()
// The files of the engine and of its fonts, 40 MB, are inside of the engine now.
const freeMemory = () => globalThis.gc?.()
let engine: ReturnType<typeof openEngine> | undefined

const print = async ({ template, facts, pictures }: Page): Promise<Answer> => {
  engine ??= openEngine(shop).finally(freeMemory)
  const { compiler, load, covers, memory } = await engine
  // A template that somebody works at is printed as it is now.
  load()
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

// Linux counts the memory of the parent as the most that a new process had. What is below that is seen only now.
const inherited = process.resourceUsage().maxRSS
const mostMegabytes = () => {
  const { maxRSS } = process.resourceUsage()
  return (maxRSS > inherited ? maxRSS : process.memoryUsage.rss() / 1024) / 1024
}

// Of this thread alone: while the engine is new, others optimize it, which costs once what pages gain for as long as it lives.
const usedSince = (began: NodeJS.CpuUsage) => {
  const { user, system } = process.threadCpuUsage(began)
  return { ms: (user + system) / 1000, megabytes: mostMegabytes() }
}

// What breaks the engine is told with the reason, and does not end the press.
const failed = (error: Error): Answer => ({ faults: [error.stack ?? error.message], missing: [], memory: 0 })

process.send?.({ faults: [], missing: [], memory: 0 } satisfies Answer)
while (true) {
  const work = await nextMessage<Work>()
  const began = process.threadCpuUsage()
  const answer = await ('template' in work ? print(work) : write(work)).catch(failed)
  process.send?.({ ...answer, used: usedSince(began) } satisfies Answer)
}
