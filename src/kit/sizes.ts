// How large files and pages of lists may be, where several places share it. How often something may be done stands in `src/limits.ts`.

/** The largest file that the service takes. Forms, summaries and pages name it in megabytes. */
export const FILE_MB = 10
const MB = 1024 * 1024
/** The largest file of an import, in megabytes. */
export const IMPORT_MB = 20
/** The largest body with a file around it: what the proxies of `deploy/` let through. */
export const MOST_OF_UPLOAD = (IMPORT_MB + 1) * MB

/** Rows of a page of a list, if the caller does not say how many, and the most that it may ask for. */
export const PER_PAGE = 15
export const MOST_PER_PAGE = 100
/** Rows of a list are counted up to this number. Beyond it, the total is the planner's estimate. */
export const COUNTED_ROWS = 10_000
/** The most rows of a list that goes out as a file, and how many of them are read at once. */
export const MOST_EXPORTED = 50_000
export const EXPORTED_AT_ONCE = 500
