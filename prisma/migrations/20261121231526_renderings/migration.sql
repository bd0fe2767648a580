-- CreateTable
CREATE TABLE "renderings" (
    "content_hash" CHAR(64) NOT NULL,
    "revision" INTEGER NOT NULL,
    "html_hash" CHAR(64) NOT NULL,
    "headings" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "renderings_pkey" PRIMARY KEY ("content_hash","revision")
);

-- AddForeignKey
ALTER TABLE "renderings" ADD CONSTRAINT "renderings_html_hash_fkey" FOREIGN KEY ("html_hash") REFERENCES "texts"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;
