/**
 * A list written by hand: first the ids of the page are read, and only these rows are joined. The bounds are literals, so that each
 * page has its own plan.
 */
type List = {
  table: string
  alias: string
  columns: string
  tables: string
  where?: string
  /** Columns of the table with their directions. */
  order: readonly string[]
}

/** The statement of one page. `counted` returns its `total`. */
export const pageOf = ({ table, alias, columns, tables, where = '', order }: List, url: string, counted: string) => {
  const asked = new URLSearchParams(url.split('?')[1])
  const limit = Number(asked.get('per_page'))
  const page = Number(asked.get('page') ?? 1)
  const offset = (page - 1) * limit
  const ids = `select id from ${table} ${where} order by ${order} limit ${limit} offset ${offset}`
  return `
    select json_agg(q)::text as data, '{"current_page":${page},"per_page":${limit},"total":' || counted.total
           || ',"last_page":' || ceil(counted.total / ${limit}.0) || ',"from":${offset + 1},"to":' || ${offset} + count(q)
           || case when counted.total > 10000 then ',"total_is_estimate":true' else '' end || '}' as meta
      from (select ${columns} from ${table} ${alias} ${tables}
             where ${alias}.id = any (array(${ids}))
             order by ${order.map((column) => `${alias}.${column}`)}) q, ${counted} counted
     group by counted.total`
}

/** The exact number of rows. */
export const countOf = (table: string, where: string) => `(select count(*) as total from ${table} ${where})`

/** The planner's estimate, which is the total of a list with more than 10,000 rows. */
export const estimateOf = (table: string) =>
  `select reltuples::bigint as total from pg_class where oid = '${table}'::regclass`
