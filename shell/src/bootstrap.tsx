import { createRoot } from 'react-dom/client';
import { createAppStore, provideStore } from '@skein/mfe/store';
import { Button } from '@skein/ui/button';
provideStore(createAppStore());
createRoot(document.getElementById('root')!).render(<Button>hi</Button>);
