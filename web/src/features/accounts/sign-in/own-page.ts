/** Where to go on. An address of another site, or `//` in front of one, must not be opened with a fresh session. */
export const ownPage = (to = '') => (/^\/desk(\/|\?|$)/.test(to) ? to : '/desk')
