import pg from 'pg'

// Rows have the same value formats as JSON answers, so that nothing is mapped later: decimals are numbers, days are strings,
// instants are formatted as in PostgreSQL's own JSON.
const { INT8, NUMERIC, DATE, TIMESTAMPTZ } = pg.types.builtins
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)
pg.types.setTypeParser(DATE, (day) => day)
pg.types.setTypeParser(TIMESTAMPTZ, (moment) => `${moment.replace(' ', 'T')}:00`)

export { pg }
