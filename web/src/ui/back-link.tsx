import { Link, type LinkProps } from '@tanstack/react-router'
import ArrowLeft from '~icons/lucide/arrow-left'

type Props = Pick<LinkProps, 'to' | 'params' | 'search'> & { children: string }

/** The link from the page of a record to its list. */
export const BackLink = ({ children, ...link }: Props) => (
  <Link className="back" {...link}>
    <ArrowLeft width={15} height={15} />
    {children}
  </Link>
)
