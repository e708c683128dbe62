import * as z from "zod";
import { guid } from "../../wire/value-schema.ts";

export const endSessionRequest = z.object({ params: z.object({ sessionId: guid }) });
