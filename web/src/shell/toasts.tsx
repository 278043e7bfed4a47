import X from '~icons/lucide/x'
import { dismissToast, useToasts } from '../kit/toasts.ts'
import { useSay } from '../kit/words.ts'
import { iconName } from '../ui/icon-name.ts'
import { SubjectLink } from '../ui/subject-link.tsx'
import css from './shell.module.css'

/** Recent messages; screen readers announce them. */
export const Toasts = () => {
  const say = useSay()
  return (
    <section className={css.toasts} aria-live="polite" aria-label={say('訊息', 'Messages')}>
      {useToasts().map((toast) => (
        <div key={toast.key} className={toast.tone === 'bad' ? `${css.toast} ${css.bad}` : css.toast}>
          <div>
            <SubjectLink subject={toast.subject} onClick={() => dismissToast(toast.key)}>
              {toast.title}
            </SubjectLink>
            {toast.body && <p className="small soft">{toast.body}</p>}
          </div>
          {toast.action && (
            <button
              type="button"
              className="button"
              onClick={() => {
                dismissToast(toast.key)
                toast.action?.act()
              }}
            >
              {toast.action.words}
            </button>
          )}
          <button
            type="button"
            className="button plain square"
            {...iconName(say('關閉', 'Close'))}
            onClick={() => dismissToast(toast.key)}
          >
            <X width={15} height={15} />
          </button>
        </div>
      ))}
    </section>
  )
}
