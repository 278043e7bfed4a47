import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../db/tables.ts'
import { oneOf } from '../../fields.ts'
import type { Locale } from '../../words/words.ts'
import type { Access, Actor } from '../server/access.ts'
import type { On } from './routes.ts'
import { locale, sendBytes } from './sheet.ts'
import { fileNamed, PDF } from './sheet-formats.ts'

type Spec = {
  name?: string
  access: Exclude<Access, 'public'>
  summary: string
  template: string
  /** Also printed in the size of a phone: `?size=phone`. */
  sizes?: true
}
type Asked = { db: Db; actor: Actor; params: Record<string, number>; locale: Locale; request: FastifyRequest }
/** What is printed, under which file name. */
export type Printed = { file: string; facts: object }

/** A paper that is no table: a PDF, printed anew for each reading. */
export function paper(
  on: On,
  path: string,
  { template, sizes, ...spec }: Spec,
  read: (asked: Asked) => Promise<Printed>,
) {
  const size = sizes && { size: Type.Optional(oneOf(['a4', 'phone'])) }
  const query = Type.Object({ format: Type.Optional(oneOf(['pdf'])), locale, ...size }, { additionalProperties: false })
  const declared = { ...spec, query, returns: PdfBytes, media: PDF }
  on.raw('GET', path, declared, async (request, reply) => {
    const { actor, server } = request
    if (!actor) throw new Error('a paper is not for strangers')
    const { locale = request.locale, size = 'a4' } = request.query as { locale?: Locale; size?: string }
    const params = request.params as Record<string, number>
    const { file, facts } = await read({ db: server.database.slowDb, actor, params, locale, request })
    const pdf = await server.papers.print({ template, facts: { size, ...facts }, locale }, actor)
    return sendBytes(reply, PDF, fileNamed(file, 'pdf'), pdf)
  })
}

/** The schema of a PDF. */
export const PdfBytes = Type.Unsafe({ type: 'string', format: 'binary' })
