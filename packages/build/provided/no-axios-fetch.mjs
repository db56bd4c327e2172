// Stands for axios' adapter over fetch, which it takes only where there is no XMLHttpRequest: no page of ours.
export const getFetch = () => false;
