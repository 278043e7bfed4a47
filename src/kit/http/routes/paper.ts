import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../db/tables.ts'
import type { RefusalCode } from '../../errors.ts'
import { oneOf } from '../../fields.ts'
import type { Locale } from '../../words/words.ts'
import type { Access, Actor } from '../server/guard.ts'
import type { On } from './routes.ts'
import { locale, sendBytes } from './sheet.ts'
import { fileNamed, PDF } from './sheet-formats.ts'

type Spec = {
  name?: string
  access: Exclude<Access, 'public'>
  summary: string
  /** The paper can also be printed in the size of a phone: `?size=phone`. */
  sizes?: true
  refuses?: readonly RefusalCode[]
}
type Asked = { db: Db; actor: Actor; params: Record<string, number>; locale: Locale; request: FastifyRequest }
/** The papers of one PDF, and the name of the file. */
type PrintedPapers = { file: string; papers: readonly OnePaper[] }
type OnePaper = { template: string; facts: object; pictures?: Record<string, Uint8Array> }
/** The facts that are printed, and the name of the file. */
export type Printed = { file: string; facts: object; pictures?: Record<string, Uint8Array> }

/** A paper that is not a table: a PDF, printed anew for each request. */
export function paper(
  on: On,
  path: string,
  { template, ...spec }: Spec & { template: string },
  read: (asked: Asked) => Promise<Printed>,
) {
  papersInOne(on, path, spec, async (asked) => {
    const { file, ...printed } = await read(asked)
    return { file, papers: [{ template, ...printed }] }
  })
}

/** Several papers in one PDF, each beginning on a new page. */
export function papersInOne(
  on: On,
  path: string,
  { sizes, ...spec }: Spec,
  read: (asked: Asked) => Promise<PrintedPapers>,
) {
  const size = sizes && { size: Type.Optional(oneOf(['a4', 'phone'])) }
  const query = Type.Object({ format: Type.Optional(oneOf(['pdf'])), locale, ...size }, { additionalProperties: false })
  const declared = { ...spec, query, returns: PdfBytes, media: PDF }
  on.raw('GET', path, declared, async (request, reply) => {
    const { actor, server } = request
    if (!actor) throw new Error('a paper is not for strangers')
    const { locale = request.locale, size = 'a4' } = request.query as { locale?: Locale; size?: string }
    const params = request.params as Record<string, number>
    const { file, papers } = await read({ db: server.database.slowDb, actor, params, locale, request })
    const sized = papers.map(({ facts, ...paper }) => ({ ...paper, facts: { size, ...facts } }))
    const [one] = sized
    const pdf =
      one && sized.length === 1
        ? await server.papers.print({ ...one, locale }, actor)
        : await server.papers.printAll(sized, locale, actor)
    return sendBytes(reply, PDF, fileNamed(file, 'pdf'), pdf)
  })
}

/** The schema of a PDF. */
export const PdfBytes = Type.Unsafe({ type: 'string', format: 'binary' })
