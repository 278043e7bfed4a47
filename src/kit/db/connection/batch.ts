import { pg } from '../driver.ts'
import { isConnectionLost } from '../faults.ts'
import { forget, type Prepared, prepare, rowParser } from './prepared.ts'

/** `isAlone` if no other statement may wait for it or fail with it. */
export type Query = { text: string; values?: readonly unknown[]; isAlone?: boolean }
export type Result = { command: string; rowCount: number | null; rows: object[] }

/**
 * Sends a statement, prepared once for each connection. Those of one tick of the event loop are sent in one write and, where they may, as
 * one batch, which PostgreSQL answers in one too. If one of a batch fails, those after it do not run; outside a transaction those before
 * it are undone as well.
 */
export const send = (client: pg.Client, { text, values = [], isAlone = false }: Query) =>
  new Promise<Result>((resolve, reject) => {
    const sent = values.map((value) => sentAs(value))
    const { prepared, isNew } = prepare(client, text)
    const result = { command: '', rowCount: null, rows: [] }
    const statement = { text, sent, prepared, isNew, result, resolve, reject }
    const batches = waitingOn(client)
    // A new statement is alone: if it cannot be prepared, no other one may count as prepared that was skipped.
    if (isAlone || isNew) batches.push([statement], [])
    else batches.at(-1)?.push(statement)
  })

/** Whether PostgreSQL owes an answer. */
export const isAwaited = (client: pg.Client) => (awaited.get(client) ?? 0) > 0
const awaited = new WeakMap<pg.Client, number>()

type Statement = {
  text: string
  sent: Sent[]
  prepared: Prepared
  isNew: boolean
  result: Result
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

const waitingOn = (client: pg.Client) => {
  const known = waiting.get(client)
  if (known) return known
  const batches: Statement[][] = [[]]
  waiting.set(client, batches)
  setImmediate(flush, client, batches)
  return batches
}
const waiting = new WeakMap<pg.Client, Statement[][]>()

const flush = (client: pg.Client, batches: Statement[][]) => {
  waiting.delete(client)
  const { stream } = client.connection
  stream.cork()
  for (const statements of batches) if (statements.length > 0) client.query(new Batch(client, statements))
  stream.uncork()
}

/** The code with which PostgreSQL itself refuses what comes after a failure in a transaction. */
export class NotRun extends Error {
  code = '25P02'
  constructor() {
    super('this statement was sent together with one that failed')
  }
}

// Extends a query of the driver, which accepts nothing else while other answers are awaited, and calls these methods.
class Batch extends (pg.Query as unknown as new (text: string) => object) {
  readonly #client: pg.Client
  readonly #statements: readonly Statement[]
  #at = 0

  constructor(client: pg.Client, statements: readonly Statement[]) {
    super('')
    this.#client = client
    this.#statements = statements
    this.#count(1)
  }

  submit() {
    const wire = this.#client.connection as unknown as Wire
    for (const { text, sent, prepared, isNew } of this.#statements) {
      const { name, read } = prepared
      if (isNew) {
        // It may be there already: prepared, and then failed.
        wire.close({ type: 'S', name })
        wire.parse({ name, text })
      }
      wire.bind({ statement: name, values: sent })
      if (!read) wire.describe({ type: 'P' })
      wire.execute({})
    }
    wire.sync()
    return null
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
    this.#current.prepared.read = rowParser(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    const { prepared, result } = this.#current
    if (prepared.read) result.rows.push(prepared.read(fields))
  }

  /** `text` is for example `INSERT 0 1`. */
  handleCommandComplete({ text }: { text: string }) {
    const { prepared, result } = this.#current
    prepared.read ??= rowParser([])
    const words = text.split(' ')
    result.command = words[0] ?? ''
    result.rowCount = Number(words.at(-1)) || 0
    this.#at += 1
  }

  handleReadyForQuery() {
    this.#count(-1)
    for (const { resolve, result } of this.#statements) resolve(result)
  }

  handleError(error: Error) {
    this.#count(-1)
    const failed = Math.min(this.#at, this.#statements.length - 1)
    const isLost = !(error instanceof pg.DatabaseError) || isConnectionLost(error)
    const isInTransaction = this.#isInTransaction
    this.#statements.forEach(({ text, isNew, result, resolve, reject }, n) => {
      if (isNew) forget(this.#client, text)
      if (isLost || n === failed) reject(error)
      else if (n < failed && isInTransaction) resolve(result)
      else reject(new NotRun())
    })
  }

  #count(by: number) {
    awaited.set(this.#client, (awaited.get(this.#client) ?? 0) + by)
  }

  get #current() {
    return this.#statements[this.#at] as Statement
  }

  // The driver knows the state after the batch before.
  get #isInTransaction() {
    const begins = this.#statements.some(({ result }) => result.command === 'BEGIN')
    return begins || this.#client.getTransactionStatus() !== 'I'
  }
}

type Sent = string | Buffer | null
const { prepareValue: sentAs } = (pg as unknown as { utils: { prepareValue: (value: unknown) => Sent } }).utils

/** The messages of PostgreSQL's protocol, which the driver declares otherwise. */
type Wire = {
  parse: (statement: { name: string; text: string }) => void
  bind: (statement: { statement: string; values: Sent[] }) => void
  describe: (what: { type: 'P' }) => void
  execute: (what: object) => void
  close: (what: { type: 'S'; name: string }) => void
  sync: () => void
}
