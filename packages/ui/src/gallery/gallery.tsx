import { lazy } from 'react';
import type { ComponentType } from 'react';

/** A page of the gallery. */
export interface GalleryPage {
  id: string;
  title: string;
  Component: ComponentType;
}

const page = (id: string, title: string, load: () => Promise<{ default: ComponentType }>): GalleryPage => ({
  id,
  title,
  Component: lazy(load),
});

/** Every page of the gallery, loaded when it is opened. Needs GlobalStyle, UiProvider and ToastHost around it, as every page does. */
export const galleryPages: readonly GalleryPage[] = [
  page('buttons', 'Buttons and icons', () =>
    import('./buttons').then((module) => ({ default: module.ButtonsGallery })),
  ),
  page('fields', 'Fields', () => import('./fields').then((module) => ({ default: module.FieldsGallery }))),
  page('display', 'Status, figures and content', () =>
    import('./display').then((module) => ({ default: module.DisplayGallery })),
  ),
  page('overlays', 'Overlays and bars', () =>
    import('./overlays').then((module) => ({ default: module.OverlaysGallery })),
  ),
  page('tables', 'Data table', () => import('./tables').then((module) => ({ default: module.TablesGallery }))),
  page('charts', 'Charts', () => import('./charts').then((module) => ({ default: module.ChartsGallery }))),
  page('editors', 'Template editor', () => import('./editors').then((module) => ({ default: module.EditorsGallery }))),
];
