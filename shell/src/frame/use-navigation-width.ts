import { useMemo, useState } from 'react';
import { useMedia } from '@skein/ui/use-media';

const key = 'skein-navigation-collapsed';

/** Pages with panes of their own: the navigation gives them its width unless it was widened on purpose. */
const hasPanes = (pathname: string, search: string): boolean =>
  pathname.startsWith('/app/master-inbox') ||
  (/\/new-(?:campaign|subsequence)$/.test(pathname) && new URLSearchParams(search).get('tab') === 'sequences');

/**
 * Whether the navigation shows icons only. A person's choice is kept on the device; below 1200 px it is collapsed until it is
 * widened, and on pages with panes of their own below 1680 px as long as nothing was chosen.
 */
export function useNavigationWidth(pathname: string, search: string): [boolean, (next: boolean) => void] {
  const narrow = useMedia('(max-width: 1199.98px)');
  const usual = useMedia('(max-width: 1679.98px)');
  const [chosen, setChosen] = useState(() => window.localStorage.getItem(key));
  /** On a narrow window widening lasts until the window is loaded again. */
  const [widened, setWidened] = useState(false);
  const collapsed = narrow ? !widened : chosen === null ? usual && hasPanes(pathname, search) : chosen === 'yes';
  const collapse = useMemo(
    () => (next: boolean) => {
      if (narrow) return setWidened(!next);
      window.localStorage.setItem(key, next ? 'yes' : 'no');
      setChosen(next ? 'yes' : 'no');
    },
    [narrow],
  );
  return [collapsed, collapse];
}
