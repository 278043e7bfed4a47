/** The scores of an answer, in the order of the questions. */
export const scoreNames = ['trip_score', 'leader_score', 'hotels_score', 'meals_score', 'again_score'] as const

/** A score up to this is told to the office at once. */
export const LOW = 2
