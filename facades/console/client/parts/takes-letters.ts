/** Whether an element uses the letters that are pressed on it: fields do, checkboxes and radio buttons do not. */
export const takesLetters = (element: Element): boolean =>
  element.matches('input:not([type="checkbox"], [type="radio"]), textarea, select');
