import { staff } from '../roles.ts'

/** The roles that may change leaders; sales only read. */
export const editors = ['department', 'admin'] as const
export const readers = [...staff, 'leader'] as const
