/** What is written in another way, because the platform does not take it. */
export type Replaced = { field: string; given: string; taken: string }

/** A text as the platform takes it: signs that it refuses are written full-width, and line breaks are blanks. */
export function platformText(text: string) {
  return text.replace(/[&"'<>|]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + FULL_WIDTH)).replace(/\s+/g, ' ')
}
/** How far a full-width sign stands behind the usual one in Unicode. */
const FULL_WIDTH = 0xfee0

/** Which of these texts the platform gets in another way than they were given. */
export function replacedIn(texts: Readonly<Record<string, string | null | undefined>>): Replaced[] {
  return Object.entries(texts).flatMap(([field, given]) => {
    const taken = given ? platformText(given) : given
    return given && taken && given !== taken ? [{ field, given, taken }] : []
  })
}
