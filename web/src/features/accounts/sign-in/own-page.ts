/**
 * The page to open after the sign-in. A path only: an address of another site, also one that begins with `//`, must not be opened.
 */
export const ownPage = (to = '') => (/^\/desk(\/|\?|$)/.test(to) ? to : '/desk')
