/**
 * The time of all parts of a workbook, so that the same content has the same bytes. An archive stores it without a time zone, and knows
 * none earlier. The print process reads it, so it stands in this folder.
 */
export const ARCHIVED_AT = new Date(1980, 0, 1)
