/** Whether the system, or PostgreSQL, refused with one of these codes. */
export const isCode = (error: unknown, ...codes: string[]) => codes.includes(codeOf(error))

export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
