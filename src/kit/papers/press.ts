import { readFileSync } from 'node:fs'
import { coverageOf, printable } from './fonts.ts'
import { changesIn, fontsIn, templatesIn } from './templates.ts'
import type { Answer, Page, Pages, Shop, Work } from './work.ts'

// The program of the print process. It has no environment, may read its engine, fonts and templates, and may write nothing.

type Compiler = {
  add_source: (path: string, text: string) => boolean
  map_shadow: (path: string, bytes: Uint8Array) => boolean
  compile: (path: string, inputs: undefined, format: 'pdf', diagnostics: number) => Compiled
}
type Compiled = { result?: Uint8Array; diagnostics?: string[] }

const nextMessage = <T>() => new Promise<T>((done) => process.once('message', (message) => done(message as T)))

/** Opens the engine with fonts and templates. */
const openEngine = async ({ engine, templates }: Shop) => {
  const { initSync, TypstCompilerBuilder } = await import(`${engine}/typst_ts_web_compiler.mjs`)
  const { memory } = initSync({ module: readFileSync(`${engine}/typst_ts_web_compiler_bg.wasm`) })
  const builder = new TypstCompilerBuilder()
  // Without an access model and a registry, a template can read only the files that are mapped here.
  builder.set_dummy_access_model()
  const bytes = fontsIn(templates).map((path) => readFileSync(path))
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
// The files of the engine and of its fonts, 40 MB, are copied into the engine by now, so their buffers are freed.
const freeMemory = () => globalThis.gc?.()
let engine: ReturnType<typeof openEngine> | undefined

const opened = async () => {
  engine ??= openEngine(shop).finally(freeMemory)
  const { load, ...parts } = await engine
  // A template that is being edited is printed in its current version.
  load()
  return parts
}

const print = async ({ template, facts, pictures }: Page): Promise<Answer> => {
  const { compiler, covers, memory } = await opened()
  const { printed, missing } = printable(facts, covers)
  for (const [name, bytes] of Object.entries(pictures)) compiler.map_shadow(`/${name}`, bytes)
  compiler.map_shadow('/paper.json', Buffer.from(printed))
  compiler.map_shadow('/missing.json', Buffer.from(JSON.stringify(missing)))
  const { result, diagnostics = [] } = compiler.compile(`/${template}.typ`, undefined, 'pdf', 2)
  return { ...(result && { bytes: result }), faults: diagnostics, missing, memory: memory.buffer.byteLength }
}

// Each paper reads its facts as `/paper.json`. In one document, each paper has its own copy of the templates, which read the facts
// of that paper.
const printAll = async ({ papers, pictures }: Pages): Promise<Answer> => {
  const { compiler, covers, memory } = await opened()
  const sources = [...templatesIn(shop.templates)].filter(([name]) => name.endsWith('.typ'))
  const texts = sources.map(([name, { path }]) => ({ name, text: readFileSync(path, 'utf8') }))
  const missing = new Set<string>()
  for (const [n, { facts }] of papers.entries()) {
    const { printed, missing: own } = printable(facts, covers)
    for (const sign of own) missing.add(sign)
    compiler.map_shadow(`/${n}/paper.json`, Buffer.from(printed))
    for (const { name, text } of texts)
      compiler.add_source(`/${n}/${name}`, text.replaceAll('"/paper.json"', `"/${n}/paper.json"`))
  }
  for (const [name, bytes] of Object.entries(pictures)) compiler.map_shadow(`/${name}`, bytes)
  compiler.map_shadow('/missing.json', Buffer.from(JSON.stringify([...missing])))
  compiler.add_source('/all.typ', papers.map(({ template }, n) => `#include "/${n}/${template}.typ"`).join('\n'))
  const { result, diagnostics = [] } = compiler.compile('/all.typ', undefined, 'pdf', 2)
  return {
    ...(result && { bytes: result }),
    faults: diagnostics,
    missing: [...missing],
    memory: memory.buffer.byteLength,
  }
}

// Linux counts the memory of the parent as the peak of a new process. Growth below this value is not visible.
const inherited = process.resourceUsage().maxRSS
const mostMegabytes = () => {
  const { maxRSS } = process.resourceUsage()
  return (maxRSS > inherited ? maxRSS : process.memoryUsage.rss() / 1024) / 1024
}

// CPU time of this thread alone: other threads optimize a new engine, which costs once and saves time for all later pages.
const usedSince = (began: NodeJS.CpuUsage) => {
  const { user, system } = process.threadCpuUsage(began)
  return { ms: (user + system) / 1000, megabytes: mostMegabytes() }
}

const made = (work: Work) => ('template' in work ? print(work) : printAll(work))

// An error that breaks the engine is returned with its reason, and does not end the process.
const failed = (error: Error): Answer => ({ faults: [error.stack ?? error.message], missing: [], memory: 0 })

process.send?.({ faults: [], missing: [], memory: 0 } satisfies Answer)
while (true) {
  const work = await nextMessage<Work>()
  const began = process.threadCpuUsage()
  const answer = await made(work).catch(failed)
  process.send?.({ ...answer, used: usedSince(began) } satisfies Answer)
}
