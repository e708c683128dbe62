import type { MediaType } from "@porchlight/contract/media/media-values";
import type { ColumnType, Generated } from "kysely";

/** The tables of files that were uploaded, column by column. */
export interface MediaTables {
  media_files: {
    site_id: string;
    id: string;
    upload_id: string;
    display_name: string;
    media_type: MediaType;
    mime_type: string;
    /** Comes out as text: PostgreSQL's whole numbers may be larger than JavaScript's. */
    bytes: ColumnType<string, number, never>;
    width: number | null;
    height: number | null;
    alt_text: string;
    focal_x: Generated<number | null>;
    focal_y: Generated<number | null>;
    created_at: Date;
    updated_at: Date;
  };
}
