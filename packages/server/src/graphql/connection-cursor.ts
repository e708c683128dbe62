import { maxOffset, maxPageSize } from "@porchlight/contract/limits";
import { GraphQLError } from "graphql";

/** Which nodes a list has, and in which order. */
export interface ListConditions {
  filter?: Record<string, unknown> | null;
  sort?: readonly { field: string; order: "ASC" | "DESC" }[] | null;
}

/** The position of an edge: the page that it was read with, and the number of nodes up to it. */
interface EdgePosition extends ListConditions {
  after?: string | null;
  before?: string | null;
  skip: number;
}

/** A position in a list without cursors: the number of nodes before it. */
interface OffsetPosition extends ListConditions {
  offset: number;
}

const cursorPrefix = "edge.";

/** Returns a cursor for a position. It is not signed, since it contains only what a query could contain. */
export function sealCursor(position: EdgePosition | OffsetPosition): string {
  return cursorPrefix + Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** Whether the cursor is one of {@link sealCursor} rather than one of an endpoint. */
export function isConnectionCursor(cursor: string | null | undefined): cursor is string {
  return cursor?.startsWith(cursorPrefix) === true;
}

/** @throws {GraphQLError} `CURSOR_INVALID`. */
export function openEdgeCursor(cursor: string): EdgePosition {
  return openCursor(cursor, isEdgePosition);
}

/** @throws {GraphQLError} `CURSOR_INVALID`. */
export function openOffsetCursor(cursor: string): OffsetPosition {
  return openCursor(cursor, isOffsetPosition);
}

function openCursor<Position>(cursor: string, isValid: (position: Partial<Position>) => boolean): Position {
  try {
    if (!isConnectionCursor(cursor)) throw new SyntaxError("another kind of cursor");
    const position = JSON.parse(Buffer.from(cursor.slice(cursorPrefix.length), "base64url").toString());
    if (hasValidSort(position) && isValid(position)) return position;
  } catch {
    // As below.
  }
  throw new GraphQLError("This cursor is invalid.", { extensions: { code: "CURSOR_INVALID", status: 400 } });
}

const isEdgePosition = ({ skip, after, before }: Partial<EdgePosition>): boolean =>
  isIntegerBetween(1, skip, maxPageSize) &&
  [after, before].every((cursor) => cursor == null || isEndpointCursor(cursor));
const isOffsetPosition = ({ offset }: Partial<OffsetPosition>): boolean => isIntegerBetween(0, offset, maxOffset);
const isEndpointCursor = (cursor: unknown) => typeof cursor === "string" && !isConnectionCursor(cursor);
const isIntegerBetween = (min: number, value: unknown, max: number) =>
  typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
const hasValidSort = ({ sort }: ListConditions): boolean =>
  sort == null || (Array.isArray(sort) && sort.every((one) => typeof one === "object" && one !== null));
