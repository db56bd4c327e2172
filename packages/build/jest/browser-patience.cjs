'use strict';
// Testing Library gives up after 1 s by itself; a machine that has other work takes longer, and what never comes is still found.
if (typeof window !== 'undefined') require('@testing-library/dom').configure({ asyncUtilTimeout: 120_000 });
