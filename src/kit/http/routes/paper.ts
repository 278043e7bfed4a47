import type { FastifyRequest } from 'fastify'
import { type TObject, Type } from 'typebox'
import type { Db } from '../../db/tables.ts'
import type { Locale } from '../../words/words.ts'
import type { Access, Actor } from '../server/access.ts'
import type { On } from './routes.ts'
import { locale, sendBytes } from './sheet.ts'
import { fileNamed, PDF } from './sheet-formats.ts'

type Spec = { name?: string; access: Exclude<Access, 'public'>; says: string; params?: TObject; template: string }
type Asked = { db: Db; actor: Actor; params: Record<string, number>; locale: Locale; request: FastifyRequest }
/** What is printed, under which file name. */
export type Printed = { file: string; facts: object }

/** A paper that is no table: a PDF, printed anew for each reading. */
export const paper = (on: On, path: string, { template, ...spec }: Spec, read: (asked: Asked) => Promise<Printed>) => {
  const query = Type.Object({ format: Type.Optional(Type.Enum(['pdf'])), locale }, { additionalProperties: false })
  const declared = { ...spec, query, gives: bytes, media: PDF }
  on.byHand('GET', path, declared, async (request, reply) => {
    const { actor, server } = request
    if (!actor) throw new Error('a paper is not for strangers')
    const { locale = request.locale } = request.query as { locale?: Locale }
    const params = request.params as Record<string, number>
    const { file, facts } = await read({ db: server.database.db, actor, params, locale, request })
    const pdf = await server.papers.print({ template, facts, locale })
    return sendBytes(reply, PDF, fileNamed(file, 'pdf'), pdf)
  })
}

const bytes = Type.Unsafe({ type: 'string', format: 'binary' })
