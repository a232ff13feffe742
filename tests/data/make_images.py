# Makes tests/data/images with Pillow and numpy: pictures with what Pillow shows, and files it refuses.
import io,zlib,struct,os
import numpy as np
from PIL import Image,ImageOps
D=os.path.join(os.path.dirname(os.path.abspath(__file__)),'images/')
y,x=np.mgrid[0:14,0:19]
a=np.stack([(x*13+y*5)%256,(x*3+y*17)%256,(x*y*2)%256,(255-x*9-y*4)%256],-1).astype(np.uint8)
rgba=Image.fromarray(a,'RGBA'); rgb=rgba.convert('RGB')
def save(name,im,**kw):
    im.save(D+name,**kw); i=Image.open(D+name); i.load(); i=ImageOps.exif_transpose(i)
    if i.has_transparency_data and i.mode!='RGB':
        b=Image.new('RGBA',i.size,'white'); b.alpha_composite(i.convert('RGBA')); i=b
    i.convert('RGB').save(D+name+'.expected.png')
save('palette.png',rgb.quantize(13)); save('alpha.png',rgba); save('gray_alpha.png',rgba.convert('LA'))
save('photo_420.jpg',rgb,quality=85,subsampling=2); save('photo_422.jpg',rgb,quality=85,subsampling=1,progressive=True)
save('cmyk.jpg',rgb.convert('CMYK'),quality=90)
ex=Image.Exif(); ex[0x112]=6; save('turned.jpg',rgb,quality=90,exif=ex); ex[0x112]=5; save('turned.png',rgb,exif=ex); save('turned.webp',rgb,exif=ex,lossless=True)
save('clear.gif',rgba); save('interlaced.gif',rgb.quantize(9),interlace=True)
save('plain.bmp',rgb); save('palette.bmp',rgb.quantize(7)); save('alpha.webp',rgba,lossless=True)
f=[Image.fromarray(np.roll(a,k,1),'RGBA') for k in(0,3)]; save('animated.webp',f[0],save_all=True,append_images=f[1:],lossless=True)
b=io.BytesIO(); rgb.save(b,'PNG'); d=b.getvalue(); open(D+'cut.png','wb').write(d[:len(d)//2])
def ch(n,s): return struct.pack('>I',len(s))+n+s+struct.pack('>I',zlib.crc32(n+s))
open(D+'wrong_checksum.png','wb').write(d[:29]+b'\0\0\0\0'+d[33:])
i=d.index(b'IDAT'); n=struct.unpack('>I',d[i-4:i])[0]
bad=bytearray(d); bad[i+4+n-1]^=1; open(D+'wrong_pixels_checksum.png','wb').write(bad)
b=io.BytesIO(); rgb.save(b,'JPEG'); open(D+'without_end.jpg','wb').write(b.getvalue()[:-2])
Image.open(b).convert('RGB').save(D+'without_end.jpg.expected.png') # Pillow asks for the end marker
Image.new('RGB',(16383,6200),(200,60,20)).save(D+'../large.webp',lossless=True)
save('plain.ppm',rgb); save('gray.pgm',rgb.convert('L')); save('plain.tga',rgb); save('packed.tga',rgba,compression='tga_rle'); save('gray.tga',rgb.convert('L'))
def psd(name,im,data,depth=8): # header, color modes, resources, layers, then the merged image by channels
    open(D+name,'wb').write(b'8BPS'+struct.pack('>H6xHIIHH',1,len(im.getbands()),im.height,im.width,depth,3)+bytes(12)+data)
    if depth==8: im2=Image.open(D+name); im2.load(); assert list(im2.getdata())==list(im.getdata())
    im.convert('RGB').save(D+name+'.expected.png')
planes=b''.join(c.tobytes() for c in rgb.split())
row=lambda r: bytes([len(r)-1])+r
packed=[row(c.tobytes()[i*19:i*19+19]) for c in rgb.split() for i in range(14)]
psd('plain.psd',rgb,b'\0\0'+planes); psd('deep.psd',rgb,b'\0\0'+bytes(v for p in planes for v in (p,7)),16)
psd('packed.psd',rgb,b'\0\1'+b''.join(struct.pack('>H',len(r)) for r in packed)+b''.join(packed))
for n in('plain.psd','packed.psd','plain.ppm'): open(D+'cut.'+n.replace('plain.','') if n!='packed.psd' else D+'cut_packed.psd','wb').write(open(D+n,'rb').read()[:-7])
b=io.BytesIO(); rgb.save(b,'BMP'); open(D+'cut.bmp','wb').write(b.getvalue()[:-4])
b=io.BytesIO(); rgb.quantize(9).save(b,'GIF'); open(D+'cut.gif','wb').write(b.getvalue()[:-9])
b=io.BytesIO(); rgb.save(b,'WEBP'); open(D+'cut.webp','wb').write(b.getvalue()[:-5])
for n in sorted(os.listdir(D)):
    if 'expected' in n or os.path.exists(D+n+'.expected.png'): continue
    try: Image.open(D+n).load(); print('PILLOW ACCEPTS',n)
    except Exception as e: print(n,repr(e)[:60])
