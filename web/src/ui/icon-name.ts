/** The name of an icon without text, for screen readers and as a tooltip. */
export const iconName = (label: string) => ({ 'aria-label': label, title: label })
