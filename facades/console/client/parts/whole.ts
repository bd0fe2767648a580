export type With<Part, Field extends keyof Part> = Part & { [Name in Field]: NonNullable<Part[Name]> };

/** An answered object if it has all of these fields, else undefined: the service answers null beside an error of one. */
export function whole<Part extends object, Field extends keyof Part>(
  part: Part | null | undefined,
  ...fields: Field[]
): With<Part, Field> | undefined {
  const isWhole = part && fields.every(field => part[field] !== null);
  return isWhole ? (part as With<Part, Field>) : undefined;
}
