import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Locale } from '../../kit/words/words.ts'
import type { SitePage } from '../site/document.ts'
import { pathIn } from '../site/frame.ts'
import { placeSheet } from './sheet.ts'

/** A page of the place in the frame of the site. `path` is its address without the language. */
export function placePage(path: string, title: string, body: Markup): SitePage {
  return {
    ...{ title, description: title, path, isListed: false, at: 'my', sheet: placeSheet.path },
    body: html`<div class="wrap mine">${body}</div>`,
  }
}

/** The address of a booking's page in the place, or of a page below it. */
export function placePath(booking_number: string, below = '') {
  return `/my/${encodeURIComponent(booking_number)}${below}`
}

/** The way back from a page that lies deeper. */
export function back(booking_number: string, name: string, locale: Locale) {
  return html`<p class="back"><a href="${pathIn(locale, placePath(booking_number))}">‹ ${name}</a></p>`
}
