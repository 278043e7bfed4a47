import css from './letter.module.css'

/** A mail as its reader gets it. */
export const LetterText = ({ subject, text, locale }: { subject: string; text: string; locale: string }) => (
  <article className={css.letter} lang={locale}>
    <p>
      <b>{subject}</b>
    </p>
    <p className={css.text}>{text}</p>
  </article>
)
