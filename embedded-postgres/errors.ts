/** Whether an error of the system has one of these codes. */
export const isCode = (error: unknown, ...codes: string[]) => codes.includes(codeOf(error))

export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
