import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { jpeg, pdf, pdfWith } from '../test/fixtures/samples.ts'
import { hostile } from '../test/hostile.ts'
import { catalogOf } from './kit/catalog.ts'
import { askUntilFree } from './kit/client.ts'
import { inParallel } from './kit/concurrency.ts'
import { drill, printFaults } from './kit/drill.ts'
import { encodeForm } from './kit/encode.ts'
import { openIds } from './kit/ids.ts'
import { mostPrivileged, type Operation, operationsOf } from './kit/operations.ts'
import { valueFor } from './kit/values.ts'

const MEGABYTE = 1024 * 1024
const tooLarge: [string, string, Buffer][] = [
  ['a PDF of 11 MB', 'visa.pdf', pdfWith(`%${'x'.repeat(11 * MEGABYTE)}\n`)],
  ['11 MB of nothing', 'photo.jpg', Buffer.alloc(11 * MEGABYTE)],
]
/** Valid files with bad names: they may be accepted, but the name must not lead out of the directory. */
const badNames = [
  '../../../../tmp/drill-f1.jpg',
  '/tmp/drill-f1.jpg',
  '..\\..\\drill-f1.jpg',
  'a\0.jpg',
  `${'x'.repeat(400)}.jpg`,
  `a${'. '.repeat(7_700)}.jpg`,
  'con.jpg',
  '\u202egpj.exe.jpg',
  '<img onerror=alert(1)>.jpg',
]

export default drill({
  id: 'F1',
  title: 'hostile uploads at every address that takes a file',
  target: '≥ 40 files, 0 wrongly taken, no temp file left',
  run: async (context) => {
    const service = await context.start()
    const ask = askUntilFree(service.ask)
    const uploads = (await operationsOf(ask)).filter(({ body }) => body?.media === 'multipart/form-data')
    const ids = await openIds(context.query, await catalogOf(context.query))
    const faults: string[] = []
    const send = async (operation: Operation, name: string, bytes: Buffer) => {
      const caller = mostPrivileged(operation, context.people)
      const form = formWith(
        operation,
        valueFor(context.random, ids.forFields(context.random), operation.body?.schema ?? {}),
        bytes,
        name,
      )
      return ask('POST', ids.pathWithIds(context.random, operation, 1), {
        ...(await encodeForm(form)),
        token: context.people[caller].token,
      })
    }
    const bad = [...hostile.map(([what, name, bytes]): [string, string, Buffer] => [what, name, bytes]), ...tooLarge]
    const cases = uploads.flatMap((operation) => bad.map((file) => ({ operation, file })))
    await inParallel(cases.length, context.atOnce(4), async (n) => {
      const { operation, file: [what = '', name = '', bytes = Buffer.alloc(0)] = [] } = cases[n] ?? {}
      if (!operation) return
      const { status, text } = await send(operation, name, bytes)
      // An import takes no pictures and no documents at all, which is 415; the others name the field of the file, which is 422.
      if (![404, 413, 415, 422].includes(status))
        faults.push(`${operation.id} took ${what}: ${status} ${text.slice(0, 160)}`)
    })
    let taken = 0
    for (const operation of uploads) {
      for (const name of badNames) {
        const { status, text } = await send(operation, name, jpeg)
        if (status >= 500)
          faults.push(`${operation.id} at the name ${JSON.stringify(name)}: ${status} ${text.slice(0, 160)}`)
        const shown = /"name":"([^"]*)"/.exec(text)?.[1] ?? ''
        if (status < 300 && (/[\\/]/.test(shown) || shown.length > 220))
          faults.push(`${operation.id} kept the name ${shown}`)
      }
      for (const [name, bytes] of [
        ['photo.jpg', jpeg],
        ['paper.pdf', pdf],
      ] as const)
        taken += (await send(operation, name, bytes)).status === 201 ? 1 : 0
      await cutOff(service.port, operation, context.people.admin.token ?? '')
    }
    if (!taken) faults.push('not even a good file was taken, so the rest proves nothing')
    await pause(1_500)
    const files = join(context.home, 'files')
    const left = readdirSync(join(files, 'arrivals'))
    if (left.length) faults.push(`left behind: ${left.join(', ')}`)
    const known = new Set((await context.query<{ place: string }>('select place from files')).map(({ place }) => place))
    const unknown = readdirSync(files).filter(
      (name) => !['arrivals', 'store-id'].includes(name) && !known.has(name.replace('.thumbnail', '')),
    )
    if (unknown.length) faults.push(`kept, and known to no row: ${unknown.join(', ')}`)
    if (readdirSync('/tmp').some((name) => name.includes('drill-f1'))) faults.push('a name led out of the directory')
    printFaults(context, faults)
    return {
      value: `${faults.length} wrong; ${bad.length + badNames.length} files × ${uploads.length} addresses, ${taken} good ones taken`,
      pass: faults.length === 0,
    }
  },
})

const formWith = ({ body }: Operation, value: unknown, bytes: Buffer, name: string) => {
  const form = new FormData()
  const fields = body?.schema.properties ?? {}
  for (const [field, said] of Object.entries(typeof value === 'object' && value ? value : {}))
    if (!fields[field]?.contentMediaType && said !== null && said !== undefined) form.set(field, String(said))
  form.set('file', new File([new Uint8Array(bytes)], name))
  return form
}

/** Closes the connection in the middle of an upload. */
const cutOff = async (port: number, { path }: Operation, token: string) => {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const head = `POST ${path.replace(/\{\w+\}/g, '1')} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 900000\r\n\r\n`
  socket.write(`${head}--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`)
  socket.write(randomBytes(300_000))
  await pause(300)
  socket.destroy()
}
