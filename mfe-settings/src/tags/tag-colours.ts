/** Colours that a tag is given; data of the tag, not of the theme. Each keeps 3:1 on both surfaces. */
export const tagColours = [
  { value: '#686760', name: 'Grey' },
  { value: '#3f4fcf', name: 'Blue' },
  { value: '#1c7c47', name: 'Green' },
  { value: '#8a5a00', name: 'Amber' },
  { value: '#b42a22', name: 'Red' },
  { value: '#7440b5', name: 'Violet' },
  { value: '#a22e71', name: 'Pink' },
] as const;

/** The word for a colour; its code when it is none of ours. */
export const colourName = (value: string): string =>
  tagColours.find((colour) => colour.value === value.toLowerCase())?.name ?? value;
