import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Answer } from './client.ts'
import type { Document, Operation } from './operations.ts'

type Response = { $ref?: string; content?: Record<string, unknown>; 'x-files'?: Record<string, unknown> }

/** Checks answers against the OpenAPI document. */
export const answerChecker = (document: Document) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, code: { optimize: false } })
  ajv.addSchema({ $id: 'doc', ...document })
  /** The fault of an answer; undefined if it is as declared. */
  return ({ method, path }: Operation, answer: Answer): string | undefined => {
    // LINE expects that what it has not signed is answered without a body.
    if (path === '/api/line/events' && answer.status === 401 && answer.text === '') return undefined
    const declared = document.paths[path]?.[method.toLowerCase()]?.responses ?? {}
    const place = ['doc#', 'paths', escaped(path), method.toLowerCase(), 'responses', String(answer.status)]
    const given: Response | undefined = declared[answer.status]
    if (!given) return `${answer.status} is not declared`
    const media = (answer.headers['content-type'] ?? '').split(';')[0] ?? ''
    const { $ref } = given
    const response: Response = $ref ? at(document, $ref) : given
    if (!response.content || answer.text === '') return undefined
    if (!(media in { ...response.content, ...response['x-files'] }))
      return media && 'application/octet-stream' in response.content ? undefined : `${media} is not declared`
    if (!/json/.test(media)) return undefined
    const base = $ref ? `doc${$ref}` : place.join('/')
    const validate = ajv.getSchema(`${base}/content/${escaped(media)}/schema`)
    if (validate && !validate(answer.body)) return `breaks its schema: ${ajv.errorsText(validate.errors).slice(0, 300)}`
    return undefined
  }
}

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

const at = (document: object, ref: string) =>
  ref
    .split('/')
    .slice(1)
    .reduce((value: object, key) => Object.entries(value).find(([name]) => name === key)?.[1] ?? {}, document)
