import type { CSSProperties } from 'react'

/** The part of a picture that stays visible where a page shows less than all of it. */
export const focusStyle = (x: number, y: number): CSSProperties => ({ objectPosition: `${x}% ${y}%` })
