/** A node of a parsed GraphQL document, with the properties that a printed document contains. Source: graphql-js. */
export interface DocumentPart {
  readonly kind: string;
  readonly operation?: string;
  readonly value?: unknown;
  readonly name?: DocumentPart;
  readonly alias?: DocumentPart;
  readonly variable?: DocumentPart;
  readonly type?: DocumentPart;
  readonly defaultValue?: DocumentPart;
  readonly typeCondition?: DocumentPart;
  readonly selectionSet?: DocumentPart;
  readonly definitions?: readonly DocumentPart[];
  readonly variableDefinitions?: readonly DocumentPart[];
  readonly directives?: readonly DocumentPart[];
  readonly arguments?: readonly DocumentPart[];
  readonly selections?: readonly DocumentPart[];
  readonly values?: readonly DocumentPart[];
  readonly fields?: readonly DocumentPart[];
}

/** Converts a parsed document with operations and fragments to text, as `print` of graphql-js does. */
export function printDocument(part: DocumentPart): string {
  const name = printOptional("", part.name);
  const directives = printList(" ", part.directives, " ");
  const values = printList("(", part.arguments, ", ", ")");
  const selections = printOptional(" ", part.selectionSet);
  switch (part.kind) {
    case "Document":
      return printList("", part.definitions, "\n");
    case "OperationDefinition":
      return `${part.operation} ${name}${printList("(", part.variableDefinitions, ", ", ")")}${directives}${selections}`;
    case "FragmentDefinition":
      return `fragment ${name}${printOptional(" on ", part.typeCondition)}${directives}${selections}`;
    case "SelectionSet":
      return `{ ${printList("", part.selections, " ")} }`;
    case "Field":
      return `${printOptional("", part.alias, ": ")}${name}${values}${directives}${selections}`;
    case "FragmentSpread":
      return `...${name}${directives}`;
    case "InlineFragment":
      return `...${printOptional(" on ", part.typeCondition)}${directives}${selections}`;
    case "Directive":
      return `@${name}${values}`;
    case "Argument":
    case "ObjectField":
      return `${name}: ${printDocument(part.value as DocumentPart)}`;
    case "VariableDefinition":
      return `${printOptional("", part.variable)}${printOptional(": ", part.type)}${printOptional(" = ", part.defaultValue)}${directives}`;
    case "Variable":
      return `$${name}`;
    case "NamedType":
      return name;
    case "ListType":
      return `[${printOptional("", part.type)}]`;
    case "NonNullType":
      return `${printOptional("", part.type)}!`;
    case "StringValue":
      return JSON.stringify(part.value);
    case "NullValue":
      return "null";
    case "ListValue":
      return `[${printList("", part.values, ", ")}]`;
    case "ObjectValue":
      return `{${printList("", part.fields, ", ")}}`;
    default:
      // Names, numbers, booleans and enum values.
      return String(part.value);
  }
}

const printOptional = (start: string, part: DocumentPart | undefined, end = ""): string =>
  part ? start + printDocument(part) + end : "";

const printList = (start: string, parts: readonly DocumentPart[] | undefined, separator: string, end = ""): string =>
  parts?.length ? start + parts.map(printDocument).join(separator) + end : "";
